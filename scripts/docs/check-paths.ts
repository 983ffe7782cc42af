import type { Documents } from './documents.ts'

const architecture = 'ARCHITECTURE.md'

/** Each function on a path of ARCHITECTURE stands where it says, and its file names the next one. */
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
    const next = hops[index + 1]?.name
    return [
      ...(new RegExp(`\\b(?:function|const) ${name}\\b`).test(code)
        ? []
        : [`${architecture}: Expected ${name} in ${path}, but it is not there.`]),
      ...(next === undefined || new RegExp(`\\b${next}\\b`).test(code)
        ? []
        : [`${architecture}: Expected ${path} to go on with ${next}, but it does not name it.`]),
    ]
  })
}
