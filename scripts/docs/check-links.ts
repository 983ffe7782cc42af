import { dirname, join } from 'node:path'
import type { Documents } from './documents.ts'
import { anchorsOf } from './headings.ts'

/** Checks that links between documents lead to a file, and to a heading if they name one. Returns the problems. */
export function checkLinks(documents: Documents): string[] {
  return [...documents.list('*.md'), ...documents.list('docs/**/*.md')].flatMap((path) => {
    const text = documents.read(path) ?? ''
    const links = text.matchAll(/\]\((?!\w+:|\/)([^)#\s]*)(?:#([^)\s]+))?(?:\s+"[^"]*")?\)/g)
    return [...links].flatMap(([, file = '', anchor]) => {
      const target = file === '' ? path : join(dirname(path), file)
      if (!documents.has(target)) return [`${path}: Expected the link ${file} to lead to a file, but there is none.`]
      if (anchor === undefined || anchorsOf(documents.read(target) ?? '').includes(anchor)) return []
      return [`${path}: Expected ${target} to have a heading #${anchor}, but it has none.`]
    })
  })
}
