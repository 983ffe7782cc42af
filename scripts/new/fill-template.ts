import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns a file of `templates/` with names inserted. The template has a name as `__name__`. A line that begins with
 * `#option ` is only for objects with that option.
 *
 * @throws Error when a template has a name that is not given.
 */
export function fillTemplate(
  template: string,
  names: Readonly<Record<string, string>>,
  options: readonly string[] = [],
): string {
  return readFileSync(join(import.meta.dirname, 'templates', template), 'utf8')
    .replaceAll(/^#(disable|remove) (.*)\n/gm, (_, option: string, line: string) =>
      options.includes(option) ? `${line}\n` : '',
    )
    .replaceAll(/__([a-zA-Z]+)__/g, (_, name: string) => {
      const value = names[name]
      if (value === undefined) throw new Error(`Expected a value for ${name} of ${template}.`)
      return value
    })
}
