import { IconHourglassEmpty } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../components/empty-state/empty-state.tsx'
import { PageBody } from '../components/page/page-body.tsx'
import { PageHeader } from '../components/page/page-header.tsx'

/** What an entry of the route table shows that has no page yet. */
export function LaterPage() {
  const { t } = useTranslation()
  return (
    <>
      <PageHeader />
      <PageBody>
        <EmptyState icon={IconHourglassEmpty} title={t('shell.notYet')} text={t('shell.notYetHint')} />
      </PageBody>
    </>
  )
}
