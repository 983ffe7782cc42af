import type { Documents } from './documents.ts'

const architecture = 'ARCHITECTURE.md'

/**
 * Checks that each function on a path of ARCHITECTURE is in its file and calls the next one, and that stated numbers of
 * functions are right. `make.act` is the function `act` of the result of `make`. Returns the problems.
 */
export function checkPaths(documents: Documents): string[] {
  const text = documents.read(architecture) ?? ''
  return text
    .split(/^## /m)
    .filter((section) => section.startsWith('Path of'))
    .flatMap((section) => checkPath(documents, section))
}

function checkPath(documents: Documents, section: string): string[] {
  const hops = [...section.matchAll(/^\d+\. `([^`]+)` `([\w.]+)`/gm)].map(([, path = '', name = '']) => ({
    path,
    name,
  }))
  return [...checkCount(section, hops.length - 1), ...checkHops(documents, hops)]
}

const numbers = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** @param behind how many functions there are behind the first. */
function checkCount(section: string, behind: number): string[] {
  const [, said] = /(\w+) functions behind the first/.exec(section) ?? []
  if (said === undefined || numbers.indexOf(said.toLowerCase()) === behind) return []
  const title = section.slice(0, section.indexOf('\n'))
  return [`${architecture}: Expected “${title}” to have ${said} functions behind the first, but it lists ${behind}.`]
}

interface Hop {
  readonly path: string
  /** The function, or one that a function makes: `make.act`. */
  readonly name: string
}

function checkHops(documents: Documents, hops: readonly Hop[]): string[] {
  return hops.flatMap(({ path, name }, index) => {
    const code = documents.read(path)
    if (code === null) return [`${architecture}: Expected ${path}, of which a path speaks, but there is no such file.`]
    const [made, own] = name.split('.')
    const whole = findBody(code, made ?? '')
    const body = own === undefined || whole === null ? whole : findInner(whole, own)
    if (body === null) return [`${architecture}: Expected ${name} in ${path}, but it is not there.`]
    const next = hops[index + 1]?.name.split('.').at(-1)
    return next === undefined || new RegExp(`\\b${next}\\b`).test(body)
      ? []
      : [`${architecture}: Expected ${name} of ${path} to go on with ${next}, but it does not name it.`]
  })
}

/** What is declared at the left margin under a name, to the next line there that does not close it. */
function findBody(code: string, name: string): string | null {
  const lines = code.split('\n')
  const first = lines.findIndex((line) =>
    new RegExp(`^(?:export )?(?:async )?(?:function\\*?|const) ${name}\\b`).test(line),
  )
  if (first < 0) return null
  const after = lines.findIndex((line, index) => index > first && /^[^\s)}\]]/.test(line))
  return lines.slice(first, after < 0 ? undefined : after).join('\n')
}

/** What is declared or named within a body, to the next line that stands no deeper and does not close it. */
function findInner(body: string, name: string): string | null {
  const lines = body.split('\n')
  const first = lines.findIndex((line) =>
    new RegExp(`^\\s+(?:const |function |async function )?${name}\\b *[:(=]`).test(line),
  )
  if (first < 0) return null
  const depth = lines[first]?.search(/\S/) ?? 0
  const after = lines.findIndex(
    (line, index) => index > first && line.search(/\S/) <= depth && /^\s*[^\s)}\]]/.test(line),
  )
  return lines.slice(first, after < 0 ? undefined : after).join('\n')
}
