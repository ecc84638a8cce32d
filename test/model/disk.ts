/** What a file holds. `torn` is whatever a crash made of data that was never fsynced; no file of ours is it. */
export const torn = "\u0000torn"

/** One change on a disk: everything that a crash can fall before or behind. */
export type Call =
  | { readonly do: "write"; readonly directory: string; readonly name: string; readonly data: string }
  | { readonly do: "fsync"; readonly directory: string; readonly name: string }
  | { readonly do: "rename"; readonly directory: string; readonly name: string; readonly to: string }
  | { readonly do: "move"; readonly directory: string; readonly name: string; readonly into: string }
  | { readonly do: "unlink"; readonly directory: string; readonly name: string }
  | { readonly do: "makeDirectory"; readonly directory: string; readonly name: string }
  | { readonly do: "removeDirectory"; readonly directory: string; readonly name: string }
  | { readonly do: "sync"; readonly directory: string }

/** Names that change together or not at all; undefined takes the name away. */
type NameChange = ReadonlyArray<readonly [name: string, inode: number | undefined]>

interface Directory {
  readonly durable: ReadonlyMap<string, number>
  readonly now: Map<string, number>
  readonly pending: ReadonlyArray<NameChange>
}

/** Names and data of one directory, as a crash may leave them. */
interface Contents {
  readonly text: string
  readonly files: ReadonlyMap<string, string>
}

/** A disk after a power loss: everything on it is durable. Images of equal text are equal. */
export interface Image {
  readonly text: string
  readonly directories: ReadonlyMap<string, ReadonlyMap<string, string>>
}

const applied = (names: Map<string, number>, change: NameChange): Map<string, number> => {
  for (const [name, inode] of change) {
    if (inode === undefined) names.delete(name)
    else names.set(name, inode)
  }
  return names
}

const textOf = (files: ReadonlyMap<string, string>): string =>
  [...files]
    .map(([name, data]) => `${name}=${data}`)
    .toSorted()
    .join("\n")

/** The empty directory: also what is left inside one whose own name was lost. */
const nothing: Contents = { text: "", files: new Map() }

const subsets = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  items.reduce<ReadonlyArray<ReadonlyArray<A>>>(
    (all, item) => [...all, ...all.map((one) => [...one, item])],
    [[]]
  )

const prefixes = <A>(items: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  [...items, undefined].map((_, kept) => items.slice(0, kept))

/** Which name changes of one directory a power loss takes: only ever the last ones, or any of them. */
export type Losses = "late" | "any"

/**
 * A disk that keeps what a power loss may take: in each directory the name changes since its last fsync
 * reach the disk in their order (or, harsher, in any), nobody knows how many, and no directory waits for another;
 * data that was not fsynced may be anything.
 */
export class ModelDisk {
  readonly #directories = new Map<string, Directory>()
  readonly #data = new Map<number, string>()
  readonly #unsynced = new Set<number>()
  #inodes = 0

  /** A disk on which all of this is durable. A directory `a/b` exists while `a` has the name `b`. */
  static from(directories: Image["directories"]): ModelDisk {
    const disk = new ModelDisk()
    for (const [path, files] of directories) {
      const names = new Map([...files].map(([name, data]) => [name, disk.#inode(data)]))
      disk.#directories.set(path, { durable: names, now: new Map(names), pending: [] })
    }
    return disk
  }

  /** The same disk, with what is pending on it: what the next process finds after the last one was killed. */
  copy(): ModelDisk {
    const disk = new ModelDisk()
    for (const [path, one] of this.#directories)
      disk.#directories.set(path, { ...one, now: new Map(one.now) })
    for (const [inode, data] of this.#data) disk.#data.set(inode, data)
    for (const inode of this.#unsynced) disk.#unsynced.add(inode)
    disk.#inodes = this.#inodes
    return disk
  }

  isDirectory(path: string): boolean {
    const cut = path.lastIndexOf("/")
    return cut < 0 ? this.#directories.has(path) : this.#at(path.slice(0, cut)).now.has(path.slice(cut + 1))
  }

  read(directory: string, name: string): string | undefined {
    const inode = this.isDirectory(directory) ? this.#at(directory).now.get(name) : undefined
    return inode === undefined ? undefined : this.#data.get(inode)
  }

  names(directory: string): ReadonlyArray<string> {
    return this.isDirectory(directory) ? [...this.#at(directory).now.keys()] : []
  }

  /** Does one call. A call on a name or in a directory that is not there is an error of the model. */
  run(call: Call): void {
    if (!this.isDirectory(call.directory)) throw new Error(`no directory for ${JSON.stringify(call)}`)
    if (call.do === "sync") return this.#syncDirectory(call.directory)
    if (call.do === "write") {
      const inode = this.#inode(call.data)
      this.#unsynced.add(inode)
      return this.#change(call.directory, [[call.name, inode]])
    }
    if (call.do === "makeDirectory") {
      this.#directories.set(`${call.directory}/${call.name}`, {
        durable: new Map(),
        now: new Map(),
        pending: []
      })
      return this.#change(call.directory, [[call.name, this.#inode("directory")]])
    }
    const inode = this.#at(call.directory).now.get(call.name)
    if (inode === undefined) throw new Error(`no file for ${JSON.stringify(call)}`)
    return this.#withInode(call, inode)
  }

  /** Every disk that losing power now may leave, each once. */
  *images(losses: Losses = "late"): Generator<Image> {
    const paths = [...this.#directories.keys()]
    let products: ReadonlyArray<Image> = [{ text: "", directories: new Map() }]
    // Parents come before what is in them, so each knows whether its own name survived.
    for (const path of paths) {
      const alternatives = this.#alternatives(this.#at(path), losses)
      products = products.flatMap((image) =>
        (this.#survives(path, image) ? alternatives : [nothing]).map((one) => ({
          text: `${image.text}\n[${path}]\n${one.text}`,
          directories: new Map([...image.directories, [path, one.files]])
        }))
      )
    }
    yield* products
  }

  /** The names and data as processes see them now. */
  now(): Image["directories"] {
    return new Map(
      [...this.#directories.keys()].map((path) => [
        path,
        new Map(this.names(path).map((name) => [name, this.read(path, name) ?? ""]))
      ])
    )
  }

  #at(path: string): Directory {
    const found = this.#directories.get(path)
    if (found === undefined) throw new Error(`no directory ${path}`)
    return found
  }

  #inode(data: string): number {
    this.#inodes += 1
    this.#data.set(this.#inodes, data)
    return this.#inodes
  }

  #change(path: string, change: NameChange): void {
    const directory = this.#at(path)
    applied(directory.now, change)
    this.#directories.set(path, { ...directory, pending: [...directory.pending, change] })
  }

  #syncDirectory(path: string): void {
    const { now } = this.#at(path)
    this.#directories.set(path, { durable: new Map(now), now, pending: [] })
  }

  #withInode(call: Exclude<Call, { readonly do: "sync" | "write" | "makeDirectory" }>, inode: number): void {
    const gone = [call.name, undefined] as const
    if (call.do === "fsync") this.#unsynced.delete(inode)
    else if (call.do === "rename") this.#change(call.directory, [gone, [call.to, inode]])
    else if (call.do === "move") {
      this.#change(call.directory, [gone])
      this.#change(call.into, [[call.name, inode]])
    } else this.#change(call.directory, [gone])
  }

  #survives(path: string, image: Image): boolean {
    const cut = path.lastIndexOf("/")
    return cut < 0 || image.directories.get(path.slice(0, cut))?.has(path.slice(cut + 1)) === true
  }

  /** Every way to lose pending name changes, with every choice of which un-synced data in it is torn. */
  #alternatives({ durable, pending }: Directory, losses: Losses): ReadonlyArray<Contents> {
    const found = new Map<string, Contents>()
    for (const kept of losses === "any" ? subsets(pending) : prefixes(pending)) {
      const names = kept.reduce(applied, new Map(durable))
      const unsynced = [...names].filter(([, inode]) => this.#unsynced.has(inode)).map(([name]) => name)
      for (const lost of subsets(unsynced)) {
        const files = new Map(
          [...names].map(([name, inode]) => [
            name,
            lost.includes(name) ? torn : (this.#data.get(inode) ?? "")
          ])
        )
        const text = textOf(files)
        found.set(text, { text, files })
      }
    }
    return [...found.values()]
  }
}
