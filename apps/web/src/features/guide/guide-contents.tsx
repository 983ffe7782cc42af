import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { SearchInput } from '../../components/search-input/search-input.tsx'
import { paths } from '../../config/paths.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import { guideParts } from './chapters.ts'
import classes from './guide.module.css'
import { guideChapters, guideSectionsQuery, searchSections } from './guide-pages.ts'

/** Results that one look can take in. */
const shown = 30

/** The chapters of the guide, and a search through all their sections. */
export function GuideContents() {
  const { t } = useTranslation('help')
  const [{ q = '' }, setSearch] = useSearchState()
  return (
    <section className={classes.contents} aria-label={t('words.guide')}>
      <SearchInput
        value={q}
        onChange={(text) => setSearch({ q: text === '' ? undefined : text }, { replace: true })}
        label={t('words.search')}
        className={classes.search}
      />
      {q === '' ? <Chapters /> : <Results query={q} />}
    </section>
  )
}

function Chapters() {
  const { t } = useTranslation('help')
  return (
    <div className={classes.parts}>
      {guideParts.map(({ part, chapters }) => (
        <div key={part}>
          <h2>{t(`words.parts.${part}`)}</h2>
          <ul>
            {chapters.map((name) => (
              <li key={name}>
                <Link to={paths.guide(name)}>{guideChapters.find((one) => one.name === name)?.title}</Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function Results({ query }: { query: string }) {
  const { t } = useTranslation('help')
  const { data } = useQuery(guideSectionsQuery)
  // What stands below is not seen until it is known where.
  if (data === undefined) return <div className={classes.coming} />
  const found = searchSections(data, query)
  return (
    <>
      <div role="status">
        <h2>{t('words.found', { count: found.length })}</h2>
      </div>
      <ul>
        {found.slice(0, shown).map(({ chapter, title, anchor, text }) => (
          <li key={`${chapter.name}#${anchor}`}>
            <Link to={paths.guide(chapter.name)} {...(anchor === null ? {} : { hash: anchor })}>
              {anchor === null ? title : t('words.section', { chapter: chapter.title, title })}
            </Link>
            <div className={classes.snippet}>{cutOut(text, query)}</div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The words around the first one that was looked for. */
function cutOut(text: string, query: string): string {
  const [word = ''] = query.toLowerCase().split(/\s+/)
  const at = Math.max(text.toLowerCase().indexOf(word), 0)
  const begin = at < 60 ? 0 : text.indexOf(' ', at - 60)
  const cut = text.slice(begin, begin + 160).trim()
  return `${begin > 0 ? '… ' : ''}${cut}${text.length > begin + 160 ? ' …' : ''}`
}
