import type { HelpPage } from '@millrace/contract/help-texts'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { guideLinks } from './guide-links.ts'
import { guideChapters } from './guide-pages.ts'

/** A link from the help of a page to its chapter of the guide. Nothing when the guide has no chapter about the page. */
export function MoreInGuide({ page }: { page: HelpPage }) {
  const { t } = useTranslation('help')
  const [name, hash] = guideLinks[page] ?? []
  const chapter = guideChapters.find((one) => one.name === name)
  if (chapter === undefined || hash === undefined) return null
  return (
    <p>
      <Link to={paths.guide(chapter.name)} hash={hash}>
        {t('words.more', { title: chapter.title })}
      </Link>
    </p>
  )
}
