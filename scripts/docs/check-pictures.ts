import type { Documents } from './documents.ts'

const folder = 'docs/guide/pictures'

/** Finds pictures that no document shows: they would stay in the repository for good. */
export function checkPictures(documents: Documents): string[] {
  const texts = [...documents.list('*.md'), ...documents.list('docs/**/*.md')].map((path) => documents.read(path) ?? '')
  return documents
    .list(`${folder}/*`)
    .filter(
      (path) =>
        !texts.some(
          (text) => text.includes(`(${path})`) || text.includes(`(pictures/${path.slice(folder.length + 1)})`),
        ),
    )
    .map((path) => `${path}: Expected a document to show the picture, but none does. Delete it, or show it.`)
}
