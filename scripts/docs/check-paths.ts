import type { Documents } from './documents.ts'

const architecture = 'ARCHITECTURE.md'

/** Each function on a path of ARCHITECTURE stands where it says, and itself names the next one: none is left out. */
export function checkPaths(documents: Documents): string[] {
  const text = documents.read(architecture) ?? ''
  return text
    .split(/^## /m)
    .filter((section) => section.startsWith('Path of'))
    .flatMap((section) => checkPath(documents, section))
}

function checkPath(documents: Documents, section: string): string[] {
  const hops = [...section.matchAll(/^\d+\. `([^`]+)` `(\w+)`/gm)].map(([, path = '', name = '']) => ({ path, name }))
  return hops.flatMap(({ path, name }, index) => {
    const code = documents.read(path)
    if (code === null) return [`${architecture}: Expected ${path}, of which a path speaks, but there is no such file.`]
    const body = findBody(code, name)
    if (body === null) return [`${architecture}: Expected ${name} in ${path}, but it is not there.`]
    const next = hops[index + 1]?.name
    return next === undefined || new RegExp(`\\b${next}\\b`).test(body)
      ? []
      : [`${architecture}: Expected ${name} of ${path} to go on with ${next}, but it does not name it.`]
  })
}

/** What is declared at the left margin under a name, to the next line there that does not close it. */
function findBody(code: string, name: string): string | null {
  const lines = code.split('\n')
  const first = lines.findIndex((line) =>
    new RegExp(`^(?:export )?(?:async )?(?:function|const) ${name}\\b`).test(line),
  )
  if (first < 0) return null
  const after = lines.findIndex((line, index) => index > first && /^[^\s)}\]]/.test(line))
  return lines.slice(first, after < 0 ? undefined : after).join('\n')
}
