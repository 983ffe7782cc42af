import { GeneratorFailure } from './change.ts'

/**
 * Inserts a line into a list in source code: after the line that begins the list, before the line that ends it.
 *
 * @param between the beginnings of the first and the last line of the list, without indentation. An empty text means an
 * empty line.
 * @throws GeneratorFailure when the list does not exist: the file has changed, and the generator has to be changed too.
 */
export function insertLine(
  text: string,
  { line, between: [first, last] }: { line: string; between: readonly [string, string] },
): string {
  const lines = text.split('\n')
  const begin = lines.findIndex((one) => one.trimStart().startsWith(first))
  const isLast = (line: string) => (last === '' ? line.trim() === '' : line.trimStart().startsWith(last))
  const end = lines.findIndex((one, index) => index > begin && isLast(one))
  if (begin < 0 || end < 0)
    throw new GeneratorFailure(`Expected a list from “${first}” to “${last}”, but the file has none.`)
  lines.splice(end, 0, line)
  return lines.join('\n')
}

/** Inserts a statement after the last import; the formatter sorts it. */
export function insertImport(text: string, statement: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => /^(import |\} from ')/.test(line))
  lines.splice(last + 1, 0, statement)
  return lines.join('\n')
}

/**
 * Inserts a line that ends with the path of a file into a file that is sorted by paths. All other lines stay in their
 * position, so that branches which insert other lines do not conflict.
 */
export function insertByPath(text: string, line: string): string {
  const lines = text.trimEnd().split('\n')
  const path = pathOf(line) ?? ''
  const at = lines.findIndex((one) => (pathOf(one) ?? '') > path)
  lines.splice(at < 0 ? lines.length : at, 0, line)
  return `${lines.join('\n')}\n`
}

/** Without its ending: `list/calls` comes before `list-views`. */
function pathOf(line: string): string | undefined {
  return /'\.\/([^']+)\.ts'$/.exec(line)?.[1]?.replaceAll('/', ' ')
}
