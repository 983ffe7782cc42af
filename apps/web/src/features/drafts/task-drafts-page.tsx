import IconPencil from 'icon:pencil'
import { api, type TaskDraftRow } from '@millrace/contract'
import { taskDraftList } from '@millrace/contract/lists/drafts'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { DraftActions } from './draft-actions.tsx'
import { DraftDialogs } from './draft-dialogs.tsx'
import { DraftStateCell } from './draft-state-cell.tsx'
import { useDraftDialogs } from './use-draft-dialogs.ts'

/** The page of task forms that the user has started and not submitted. */
export function Page() {
  const { t } = useTranslation()
  const dialogs = useDraftDialogs()
  return (
    <>
      <ListPage
        list={taskDraftList}
        call={api.drafts.tasks}
        help={t('drafts.tasksHelp')}
        failed={t('drafts.listFailed')}
        empty={{
          icon: IconPencil,
          title: t('drafts.noTasksTitle'),
          text: t('drafts.noTasksText'),
          actions: (
            <LinkButton to={paths.tasks('assigned')} variant="filled">
              {t('drafts.showTasks')}
            </LinkButton>
          ),
        }}
        cells={{ state: ({ state }) => <DraftStateCell state={state} /> }}
        rowActions={(row) => <DraftActions draft={row} to={getTaskPath(row)} dialogs={dialogs} />}
        bulk={[dialogs.discardSeveral]}
      />
      <DraftDialogs dialogs={dialogs} />
    </>
  )
}

/** Where the user can go on; null where they cannot. */
function getTaskPath({ state, taskId }: TaskDraftRow): string | null {
  if (state === 'open' || state === 'suspended') return paths.task('assigned', taskId)
  return state === 'released' ? paths.task('unclaimed', taskId) : null
}
