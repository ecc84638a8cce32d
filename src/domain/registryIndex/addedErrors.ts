import * as Runtime from "effect/Runtime"
import * as Schema from "effect/Schema"
import { exitCode, type Hinted } from "../hinted.ts"
import { visible } from "../text/escape.ts"

/** No registry was added under the name. Exit 6. */
export class RegistryUnknown
  extends Schema.TaggedError<RegistryUnknown>()("RegistryUnknown", {
    /** Name under which it would have been added. */
    registry: Schema.String,
    known: Schema.Array(Schema.String)
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.notFound
  override get message() {
    return `No registry \`${visible(this.registry)}\` was added`
  }
  get hints() {
    const known = this.known.length === 0 ? [] : [`Added: ${this.known.join(", ")}`]
    return ["`gsd registry add NAME URL --public-key KEY` adds one", ...known]
  }
}

/** Another registry was added under the name, by address or by keys. Exit 4. */
export class RegistryTaken
  extends Schema.TaggedError<RegistryTaken>()("RegistryTaken", {
    registry: Schema.String,
    url: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `A registry \`${visible(this.registry)}\` was added before, from \`${visible(this.url)}\``
  }
  get hints() {
    return [
      "`gsd registry remove NAME` forgets it, with its keys and what was seen of it; then add the other"
    ]
  }
}

/** The file of the registries that were added cannot be read. It is left as it is, and none of them is asked. Exit 4. */
export class RegistriesCorrupt
  extends Schema.TaggedError<RegistriesCorrupt>()("RegistriesCorrupt", {
    path: Schema.String,
    problem: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.refused
  override get message() {
    return `The registries in \`${this.path}\` cannot be read: ${this.problem}`
  }
  get hints() {
    return [
      "The file was left untouched; put a good copy of it back",
      "Or move it away and add each registry again; what was seen of them is then forgotten"
    ]
  }
}

/** The name or address of a registry is none. Exit 2. */
export class RegistryAddressWrong
  extends Schema.TaggedError<RegistryAddressWrong>()("RegistryAddressWrong", {
    /** As given, without credentials. */
    given: Schema.String,
    /** A clause, to follow what was given. */
    reason: Schema.String
  })
  implements Hinted
{
  override readonly [Runtime.errorExitCode] = exitCode.usage
  override get message() {
    return `\`${visible(this.given)}\` ${this.reason}`
  }
  get hints() {
    return ["Such as `gsd registry add acme https://registry.example/gsd --public-key KEY`"]
  }
}
