import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CauseDialog, type OpenCause } from '../../components/incident-cause/cause-dialog.tsx'
import { groupQuery } from '../../components/incident-cause/group-queries.ts'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { GroupRecord } from './group-record.tsx'

/** The page of a cause of incidents: its incidents, its owner, and the button to retry all of them. */
export function Page() {
  const { t } = useTranslation()
  const { groupId = '' } = useParams({ strict: false }) as { groupId?: string }
  const [open, setOpen] = useState<OpenCause | null>(null)
  return (
    <>
      <CauseDialog open={open} onClose={() => setOpen(null)} />
      <AwaitedPage
        query={useQuery(groupQuery(groupId))}
        help={t('incidentGroup.help')}
        failed={t('incidentGroup.failed')}
        gone={{ title: t('incidentGroup.goneTitle'), text: t('incidentGroup.goneText') }}
      >
        {(group) => <GroupRecord key={group.id} group={group} onOpen={setOpen} />}
      </AwaitedPage>
    </>
  )
}
