import IconPencil from 'icon:pencil'
import { api } from '@millrace/contract'
import { startDraftList } from '@millrace/contract/lists/drafts'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { DraftActions } from './draft-actions.tsx'
import { DraftDialogs } from './draft-dialogs.tsx'
import { DraftStateCell } from './draft-state-cell.tsx'
import { useDraftDialogs } from './use-draft-dialogs.ts'

/** The page of start forms that the user has started and not submitted. */
export function Page() {
  const { t } = useTranslation()
  const dialogs = useDraftDialogs()
  return (
    <>
      <ListPage
        list={startDraftList}
        call={api.drafts.starts}
        help={t('drafts.startsHelp')}
        failed={t('drafts.listFailed')}
        empty={{
          icon: IconPencil,
          title: t('drafts.noStartsTitle'),
          text: t('drafts.noStartsText'),
          actions: (
            <LinkButton to={paths.home} variant="filled">
              {t('drafts.showProcesses')}
            </LinkButton>
          ),
        }}
        cells={{ state: ({ state }) => <DraftStateCell state={state} /> }}
        rowActions={(row) => (
          <DraftActions
            draft={row}
            to={row.definitionId === null ? null : paths.startForm(row.definitionId)}
            dialogs={dialogs}
          />
        )}
        bulk={[dialogs.discardSeveral]}
      />
      <DraftDialogs dialogs={dialogs} />
    </>
  )
}
