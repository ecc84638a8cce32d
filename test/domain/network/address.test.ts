import { assert, describe, it } from "@effect/vitest"
import {
  isAllowedHost,
  isInRange,
  judgeAddress,
  judgeHost,
  literalOf,
  plainHost
} from "../../../src/domain/network/address.ts"

const open = [
  "8.8.8.8",
  "1.1.1.1",
  "100.63.255.255",
  "100.128.0.1",
  "172.15.0.1",
  "172.32.0.1",
  "11.0.0.1",
  "2606:4700::1111",
  "2a00:1450::8",
  "::ffff:8.8.8.8",
  "::ffff:0:8.8.8.8",
  "::8.8.8.8",
  "::808:808",
  "64:ff9b::8.8.8.8",
  "2002:808:808::1"
]

/** Kind by kind, each with an edge of its range. */
const refused: Readonly<Record<string, ReadonlyArray<string>>> = {
  loopback: ["127.0.0.1", "127.255.255.254", "::1"],
  unspecified: ["0.0.0.0", "0.1.2.3", "::"],
  "link-local": ["169.254.0.1", "169.254.255.255", "fe80::1", "febf::1", "fe80::1%eth0"],
  "the credentials of its machines": [
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd00:ec2::254%eth0",
    "::ffff:169.254.169.254",
    "64:ff9b::169.254.169.254"
  ],
  "private network": [
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "fc00::1",
    "fdff::1",
    "fec0::1",
    "feff::1",
    "64:ff9b:1::1",
    "64:ff9b:1::8.8.8.8"
  ],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1"],
  broadcast: ["255.255.255.255"],
  "no server has": [
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "240.0.0.1",
    "100::1",
    "2001:2::1",
    "2001:20::1",
    "2001:db8::1",
    "3fff::1",
    "4000::1",
    "5f00::1",
    "e000::1"
  ],
  // What holds an IPv4 address names that.
  "`127.0.0.1`": [
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "::7f00:1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::127.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:7f00:1::",
    "2001:0:808:808:0:0:80ff:fffe",
    "2606:4700::5efe:127.0.0.1",
    "2606:4700::200:5efe:127.0.0.1"
  ],
  "`10.1.2.3`": ["::ffff:10.1.2.3", "::10.1.2.3", "2002:a01:203::1", "64:ff9b::a01:203"],
  "cannot|can be read": ["", "example.com", "1.2.3.4.5", "fe80::1::2", "256.1.1.1"]
}

describe("judgeAddress", () => {
  it("lets public addresses pass, and public ones that others hold", () => {
    for (const address of open) assert.isUndefined(judgeAddress(address), address)
  })
  for (const [reason, addresses] of Object.entries(refused)) {
    it(`says of ${addresses.length} addresses: ${reason}`, () => {
      for (const address of addresses)
        assert.match(judgeAddress(address) ?? "passes", new RegExp(reason, "u"), address)
    })
  }
})

const hostOf = (url: string): string => new URL(url).hostname

describe("judgeHost", () => {
  it("U35: judges literal addresses however they are written", () => {
    for (const host of [
      "2130706433",
      "0x7f000001",
      "0177.0.0.1",
      "127.1",
      "127.0.0.1.",
      "[::ffff:127.0.0.1]",
      "[::1]",
      "169.254.169.254",
      "0"
    ])
      assert.isDefined(judgeHost(hostOf(`https://${host}/x.tgz`)), host)
    // An ssh address keeps the digits as they were typed.
    assert.isDefined(judgeHost(new URL("ssh://2130706433/x.git").hostname))
    assert.isDefined(judgeHost(new URL("ssh://0x7f.1/x.git").hostname))
  })
  it("knows names of this machine, its network and its cloud, in any case and with a final dot", () => {
    for (const host of [
      "localhost",
      "LOCALHOST",
      "localhost.",
      "localhost..",
      "a.localhost",
      "localhost.localdomain",
      "ip6-localhost",
      "metadata.google.internal",
      "metadata.google.internal.",
      "metadata",
      "instance-data",
      "instance-data.ec2.internal",
      "metadata.tencentyun.com",
      "printer.local",
      "router.home.arpa",
      "ⓛocalhost"
    ])
      assert.isDefined(judgeHost(host), host)
  })
  it("lets other names pass", () => {
    for (const host of ["host.example", "localhost.example", "mylocalhost", "internal.example", "8.8.8.8"])
      assert.isUndefined(judgeHost(host), host)
  })
})

describe("isAllowedHost", () => {
  it("compares whole hosts, literal addresses in any form", () => {
    const allow = ["localhost", "10.0.0.5", "::1", "Mirror.example."]
    for (const host of [
      "localhost",
      "LocalHost",
      "localhost.",
      "10.0.0.5",
      "[::1]",
      "[0::1]",
      "mirror.example"
    ])
      assert.isTrue(isAllowedHost(host, allow), host)
    for (const host of ["a.localhost", "10.0.0.6", "[::2]", "x.mirror.example", "mirror.example.com", ""])
      assert.isFalse(isAllowedHost(host, allow), host)
    assert.isFalse(isAllowedHost("localhost", []))
  })
})

describe("plainHost, literalOf and isInRange", () => {
  it("write hosts in one form", () => {
    assert.strictEqual(plainHost("EXAMPLE.com."), "example.com")
    assert.strictEqual(literalOf("[::1]"), "::1")
    assert.strictEqual(literalOf("2130706433"), "127.0.0.1")
    assert.isUndefined(literalOf("example.com"))
  })
  it("compare addresses with ranges of their own kind", () => {
    assert.isTrue(isInRange("10.1.2.3", "10.0.0.0/8"))
    assert.isTrue(isInRange("fd00::1", "fd00::/8"))
    assert.isFalse(isInRange("11.1.2.3", "10.0.0.0/8"))
    assert.isFalse(isInRange("::1", "10.0.0.0/8"))
    for (const range of ["", "10.0.0.0", "x/8", "10.0.0.0/99"])
      assert.isFalse(isInRange("10.0.0.1", range), range)
  })
})
