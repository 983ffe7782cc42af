import IconAlertTriangle from 'icon:alert-triangle'
import { api } from '@millrace/contract'
import { incidentGroupList } from '@millrace/contract/lists/incident-groups'
import { useTranslation } from 'react-i18next'
import { GroupState } from '../../components/incident-cause/group-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './incident-groups.module.css'

/** The page with open incidents of all processes by cause, for operators. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={incidentGroupList}
      call={api.incidentGroups.list}
      help={t('incidentGroups.help')}
      actions={<LinkButton to={paths.batches}>{t('batchStart.batches')}</LinkButton>}
      failed={t('incidentGroups.failed')}
      empty={{ icon: IconAlertTriangle, title: t('incidentGroups.noneTitle'), text: t('incidentGroups.noneText') }}
      hrefOf={({ id }) => paths.processError(id)}
      cells={{
        message: ({ message }) => (
          <span className={classes.cause} title={message}>
            {describeModelFault(message) || t('incidentGroup.unnamed')}
          </span>
        ),
        count: ({ count }) => (
          <span className={`tn ${classes.count}`} data-alarming={count > 0 || undefined}>
            {count.toLocaleString('en')}
          </span>
        ),
        type: ({ type }) => t(`incidentType.${type}`, { defaultValue: type }),
        state: (row) => <GroupState group={row} />,
      }}
    />
  )
}
