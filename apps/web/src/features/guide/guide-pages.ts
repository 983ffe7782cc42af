import { queryOptions } from '@tanstack/react-query'
import { foldText } from '../../lib/fold-text.ts'
import { type Chapter, guideParts } from './chapters.ts'
import type { GuideSection, GuideText } from './guide-text.ts'

/** A chapter in the list of all chapters. */
export interface GuideChapter {
  readonly name: Chapter
  readonly title: string
  /** How many headings it has of the second level: the list of them has its room before they are here. */
  readonly headings: number
}

/** A section that matches a search, with its chapter. */
export interface FoundSection extends GuideSection {
  readonly chapter: GuideChapter
}

const folder = '../../../../../docs/guide/'
const titles = import.meta.glob<string>('../../../../../docs/guide/*.md', {
  eager: true,
  query: '?title',
  import: 'title',
})
const headings = import.meta.glob<number>('../../../../../docs/guide/*.md', {
  eager: true,
  query: '?headings',
  import: 'headings',
})
const texts = import.meta.glob<GuideText>('../../../../../docs/guide/*.md')
const sections = import.meta.glob<readonly GuideSection[]>('../../../../../docs/guide/*.md', {
  query: '?sections',
  import: 'sections',
})

/** The names of the files of the guide. */
export const guideFiles: readonly string[] = Object.keys(titles).map((file) => file.slice(folder.length, -3))

/** Every chapter, in the order of reading. */
export const guideChapters: readonly GuideChapter[] = guideParts.flatMap(({ chapters }) =>
  chapters.map((name) => {
    const file = `${folder}${name}.md`
    return { name, title: titles[file] ?? name, headings: headings[file] ?? 0 }
  }),
)

/** Returns the query of a chapter of the guide. Its result is null when the chapter does not exist. */
export function guideQuery(name: string) {
  return queryOptions({
    queryKey: ['guide', 'chapter', name],
    queryFn: async () => (await texts[`${folder}${name}.md`]?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The query of the sections of all chapters. */
export const guideSectionsQuery = queryOptions({
  queryKey: ['guide', 'sections'],
  queryFn: async (): Promise<FoundSection[]> => {
    const loaded = await Promise.all(
      guideChapters.map(async (chapter) => {
        const own = (await sections[`${folder}${chapter.name}.md`]?.()) ?? []
        return own.map((section) => ({ ...section, chapter }))
      }),
    )
    return loaded.flat()
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Finds the sections that contain every word of a text, sections with the words in their title first. */
export function searchSections(all: readonly FoundSection[], query: string): FoundSection[] {
  const words = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const has = (text: string) => words.every((word) => foldText(text).includes(word))
  return all
    .filter(({ chapter, title, text }) => has(`${chapter.title} ${title} ${text}`))
    .sort((one, other) => Number(has(other.title)) - Number(has(one.title)))
}
