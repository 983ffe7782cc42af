import IconCopy from 'icon:copy'
import IconPlus from 'icon:plus'
import IconTable from 'icon:table'
import { Button, Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { appDecisionList } from '@millrace/contract/lists/app-decisions'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'

/** The decisions of all applications. */
export function Page() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications))
  const known = applications.data ?? []
  const hasNone = applications.data?.length === 0
  return (
    <ListPage
      list={appDecisionList}
      help={t('appDecisions.help')}
      call={api.appDecisions.list}
      actions={known.length === 0 ? null : <NewDecisionMenu applications={known} />}
      failed={t('appDecisions.failed')}
      empty={{
        icon: IconTable,
        title: t('appDecisions.noneTitle'),
        text: t(hasNone ? 'appDecisions.noApplications' : 'appDecisions.noneText'),
      }}
      hrefOf={({ id, application }) => designPaths.appDecision(application.id, id)}
      choices={{ application: known.map(({ id, name }) => ({ value: id, label: name })) }}
      bulk={[
        {
          label: t('record.copy'),
          icon: IconCopy,
          run: (rows) =>
            void navigate({
              to: designPaths.copyAppDecisions,
              search: { decisionIds: rows.map(({ id }) => id).join(',') } as never,
            }),
        },
      ]}
    />
  )
}

/** A decision is made in an application, so that is asked first. */
function NewDecisionMenu({ applications }: { applications: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="filled" leftSection={<IconPlus size={15} stroke={1.6} />}>
          {t('appDecisions.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('appDecisions.newIn')}</Menu.Label>
        {applications.map(({ id, name }) => (
          <Menu.Item key={id} renderRoot={(root: object) => <Link {...root} to={designPaths.newAppDecision(id)} />}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
