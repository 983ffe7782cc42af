import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A file of `templates/` with names put into it. A name stands there as `__name__`.
 *
 * @throws Error when a template asks for a name that is not given.
 */
export function fillTemplate(template: string, names: Readonly<Record<string, string>>): string {
  return readFileSync(join(import.meta.dirname, 'templates', template), 'utf8').replaceAll(
    /__([a-zA-Z]+)__/g,
    (_, name: string) => {
      const value = names[name]
      if (value === undefined) throw new Error(`Expected a value for ${name} of ${template}.`)
      return value
    },
  )
}
