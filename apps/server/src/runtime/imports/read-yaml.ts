import { CORE_SCHEMA, load, YAMLException } from 'js-yaml'

/** Aliases of one text: each is one reference, which copies nothing. */
const maxAliases = 10_000
/** Levels of lists and objects. */
const maxDepth = 100

export type ReadYaml = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly fault: string }

/**
 * Reads YAML 1.2 with the types of JSON, without tags of its own. The time that it takes grows with the length of the
 * text alone; the package `yaml` was left out because comments and nested lists cost it the square of their number.
 */
export function readYaml({ text }: { readonly text: string }): ReadYaml {
  try {
    return { ok: true, value: load(text, { schema: CORE_SCHEMA, maxAliases, maxDepth }) }
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error
    const { reason, mark } = error
    return { ok: false, fault: mark === null || mark === undefined ? reason : `${reason} (line ${mark.line + 1})` }
  }
}
