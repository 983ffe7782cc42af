import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { guideParts } from './chapters.ts'
import classes from './guide.module.css'
import { guideChapters } from './guide-pages.ts'
import type { GuideSection } from './guide-text.ts'

/** The list of all chapters of the guide, with the headings of the open one. */
export function GuideNav({ current, sections }: { current: string; sections: readonly GuideSection[] | undefined }) {
  const { t } = useTranslation('help')
  return (
    <nav aria-label={t('words.guide')} className={classes.nav}>
      {guideParts.map(({ part, chapters }) => (
        <div key={part}>
          <h2>{t(`words.parts.${part}`)}</h2>
          <ul>
            {guideChapters
              .filter(({ name }) => (chapters as readonly string[]).includes(name))
              .map(({ name, title, headings }) => (
                <li key={name}>
                  <Link
                    to={paths.guide(name)}
                    aria-current={name === current ? 'page' : undefined}
                    className={classes.navLink}
                  >
                    {title}
                  </Link>
                  {name !== current ? null : sections === undefined ? (
                    <Coming count={headings} />
                  ) : (
                    <Headings chapter={name} sections={sections} />
                  )}
                </li>
              ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** The room of the headings while their text is on its way. */
function Coming({ count }: { count: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <div key={index} className={classes.comingHeading} />
  ))
}

function Headings({ chapter, sections }: { chapter: string; sections: readonly GuideSection[] }) {
  return (
    <ul>
      {sections.map(({ anchor, title, level }) =>
        anchor !== null && level === 2 ? (
          <li key={anchor}>
            <Link to={paths.guide(chapter)} hash={anchor} className={classes.navHeading}>
              {title}
            </Link>
          </li>
        ) : null,
      )}
    </ul>
  )
}
