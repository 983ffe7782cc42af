import '../../lib/package-texts.ts'
import { useTranslation } from 'react-i18next'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { useSearchState } from '../../lib/use-search-state.ts'
import { ExportSection } from './export-section.tsx'
import { ImportPage } from './import-page.tsx'
import { ImportsSection } from './imports-section.tsx'
import { InboxSection } from './inbox-section.tsx'
import { MoveInSection } from './move-in-section.tsx'
import { UploadSection } from './upload-section.tsx'

/** The page for export and import of packages. With `?import=` it shows one import. */
export function Page() {
  const { t } = useTranslation()
  const [{ import: id }] = useSearchState()
  if (id !== undefined) return <ImportPage key={id} id={id} />
  return (
    <>
      <PageHeader key="list" help={t('packages.help')} />
      <PageBody>
        <InboxSection />
        <ExportSection />
        <UploadSection />
        <ImportsSection />
        <MoveInSection />
      </PageBody>
    </>
  )
}
