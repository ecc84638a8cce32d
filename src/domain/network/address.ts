import ipaddr from "ipaddr.js"

type IPv4 = ipaddr.IPv4
type IPv6 = ipaddr.IPv6

const privateNetwork = "is an address of a private network"
const reserved = "is an address that no server has"
const metadata = "is where a cloud keeps the credentials of its machines"

/** Clause by the range that an address is of; every range that is not named holds no servers. */
const byRange: Readonly<Record<string, string>> = {
  loopback: "is a loopback address",
  unspecified: "is an unspecified address, which leads to this machine",
  linkLocal: "is a link-local address",
  multicast: "is a multicast address",
  broadcast: "is a broadcast address",
  private: privateNetwork,
  carrierGradeNat: privateNetwork,
  uniqueLocal: privateNetwork,
  deprecatedSiteLocal: privateNetwork
}

/** Where clouds answer with credentials, whatever range it is in. */
const metadataAddresses = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "169.254.42.42",
  "100.100.100.200",
  "168.63.129.16",
  "192.0.0.192",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
  "fd00:42::42"
])

const byteOf = (part: number): ReadonlyArray<number> => [part >> 8, part & 0xff]

const embedded = (high = 0, low = 0): IPv4 => new ipaddr.IPv4([...byteOf(high), ...byteOf(low)])

/** The IPv4 addresses that an IPv6 address leads to. Source: RFC 4291, 6052, 6145, 3056, 4380, 5214. */
const embeddedIn = (address: IPv6): ReadonlyArray<IPv4> => {
  const { parts } = address
  const last = embedded(parts[6], parts[7])
  // IPv4-compatible ones have no range of their own in the library.
  if (parts.slice(0, 6).every((part) => part === 0)) return [last]
  // Those of 64:ff9b:1::/48 belong to whoever runs the network, wherever they put the IPv4 address.
  const range: string = address.range()
  if (range === "rfc6052") return parts[2] === 0 ? [last] : []
  if (range === "ipv4Mapped" || range === "rfc6145") return [last]
  if (range === "6to4") return [embedded(parts[1], parts[2])]
  if (range === "teredo")
    return [embedded(parts[2], parts[3]), embedded(~(parts[6] ?? 0) & 0xffff, ~(parts[7] ?? 0) & 0xffff)]
  const isIsatap = ((parts[4] ?? 0) & 0xfdff) === 0 && parts[5] === 0x5efe
  return isIsatap ? [last] : []
}

const judge4 = (address: IPv4): string | undefined => {
  if (metadataAddresses.has(address.toString())) return metadata
  const range = address.range()
  return range === "unicast" ? undefined : (byRange[range] ?? reserved)
}

/** Public addresses of IPv6 are those of 2000::/3, except what is set apart in it. */
const isGlobal = (address: IPv6): boolean =>
  address.range() === "unicast" && ((address.parts[0] ?? 0) & 0xe000) === 0x2000

const judge6 = (address: IPv6): string | undefined => {
  const plain = new ipaddr.IPv6(address.parts)
  if (metadataAddresses.has(plain.toString())) return metadata
  const range: string = plain.range()
  if (range === "loopback" || range === "unspecified") return byRange[range]
  const inside = embeddedIn(plain)
  for (const one of inside) {
    const reason = judge4(one)
    if (reason !== undefined) return `holds \`${one.toString()}\`, which ${reason}`
  }
  // Of those, only ISATAP is an ordinary address around the IPv4 one.
  if (inside.length > 0 && (range !== "unicast" || plain.parts[0] === 0)) return undefined
  if (range === "rfc6052") return privateNetwork
  return isGlobal(plain) ? undefined : (byRange[range] ?? reserved)
}

/**
 * Why no server of other people is at an address: a clause, `is a loopback address`; undefined when one may be. What
 * holds an IPv4 address is judged as that.
 */
export const judgeAddress = (text: string): string | undefined => {
  if (!ipaddr.isValid(text)) return "is no address that can be read"
  const address = ipaddr.parse(text)
  return address.kind() === "ipv4" ? judge4(address as IPv4) : judge6(address as IPv6)
}

/** A host as it is compared: lower case, numbers as an address, no brackets, no final dot. */
export const plainHost = (host: string): string => {
  const bracketed = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host
  const read = URL.parse(`https://${bracketed}/`)?.hostname ?? host
  return read
    .toLowerCase()
    .replace(/\.+$/u, "")
    .replace(/^\[|\]$/gu, "")
}

/** The address that a host is, when it is no name. */
export const literalOf = (host: string): string | undefined => {
  const plain = plainHost(host)
  return plain.includes(":") || /^\d{1,3}(?:\.\d{1,3}){3}$/u.test(plain) ? plain : undefined
}

/** Names that lead to this machine, to its network or to its cloud, wherever they are asked. */
const innerName =
  /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa)$|^(?:ip6-localhost|ip6-loopback|metadata|instance-data)$|^metadata\.(?:google|tencentyun|platformequinix|packet)(?:\.[a-z.]+)?$/u

/** Why a host is not asked, by its name or as the address that it is: a clause; undefined when nothing is known against it. */
export const judgeHost = (host: string): string | undefined => {
  const literal = literalOf(host)
  if (literal !== undefined) return judgeAddress(literal)
  const plain = plainHost(host)
  if (plain === "") return "is no host"
  return innerName.test(plain) ? "is a name of this machine or its own network" : undefined
}

/** Whether a person lets a host lead anywhere. */
export const isAllowedHost = (host: string, allow: ReadonlyArray<string>): boolean => {
  const plain = plainHost(host)
  return allow.some((one) => plainHost(one) === plain)
}

/** Whether an address is of a range as `NO_PROXY` writes it, `10.0.0.0/8`; false when one of them is none. */
export const isInRange = (address: string, range: string): boolean => {
  if (!ipaddr.isValid(address) || !ipaddr.isValidCIDR(range)) return false
  const [one, [first, bits]] = [ipaddr.parse(address), ipaddr.parseCIDR(range)]
  return one.kind() === first.kind() && one.match(first, bits)
}
