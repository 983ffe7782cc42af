import type { SourceFile } from '../imports/list-imports.ts'

const docComment = /\/\*\*[\s\S]*?\*\//g
const parameter = /@param ([\w$]+)(?:\.([\w$]+))*/g

/** Characters after a doc comment that can belong to the declaration which it describes. */
const maxLength = 4000

/**
 * Finds doc comments that describe a parameter which the declaration below them does not have, such as after a rename.
 * A member such as `options.lock` counts as existing when `options` or `lock` is in the declaration.
 *
 * @returns one sentence for each, with its file and line
 */
export function findUnknownParameters({ path, text }: SourceFile): string[] {
  return Array.from(text.matchAll(docComment)).flatMap(({ 0: comment, index }) => {
    if (!comment.includes('@param')) return []
    const declaration = readDeclaration(text, index + comment.length)
    const isNamed = (name: string) =>
      new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(declaration)
    return Array.from(comment.matchAll(parameter)).flatMap(({ 0: found, 1: name = '', 2: member, index: at }) =>
      isNamed(member ?? name) || isNamed(name)
        ? []
        : [
            `${path}:${text.slice(0, index + at).split('\n').length}: Expected a parameter of the declaration below, but found “${found}”.`,
          ],
    )
  })
}

/** Returns the text up to the next doc comment or the end of a declaration at the top level. */
function readDeclaration(text: string, start: number): string {
  const rest = text.slice(start, start + maxLength)
  const end = rest.search(/\n\}\n|\n\s*\/\*\*/)
  return end < 0 ? rest : rest.slice(0, end)
}
