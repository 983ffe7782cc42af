import IconCopy from 'icon:copy'
import IconPlus from 'icon:plus'
import IconSitemap from 'icon:sitemap'
import { Button, Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { appProcessList } from '@millrace/contract/lists/app-processes'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'

/** The processes of all applications. */
export function Page() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications))
  const known = applications.data ?? []
  const hasNone = applications.data?.length === 0
  return (
    <ListPage
      list={appProcessList}
      help={t('appProcesses.help')}
      call={api.appProcesses.list}
      actions={known.length === 0 ? null : <NewProcessMenu applications={known} />}
      failed={t('appProcesses.failed')}
      empty={{
        icon: IconSitemap,
        title: t('appProcesses.noneTitle'),
        text: t(hasNone ? 'appProcesses.noApplications' : 'appProcesses.noneText'),
      }}
      hrefOf={({ id, application }) => designPaths.appProcess(application.id, id)}
      choices={{ application: known.map(({ id, name }) => ({ value: id, label: name })) }}
      bulk={[
        {
          label: t('record.copy'),
          icon: IconCopy,
          run: (rows) =>
            void navigate({
              to: designPaths.copyAppProcesses,
              search: { processIds: rows.map(({ id }) => id).join(',') } as never,
            }),
        },
      ]}
    />
  )
}

/** A process is made in an application, so that is asked first. */
function NewProcessMenu({ applications }: { applications: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="filled" leftSection={<IconPlus size={15} stroke={1.6} />}>
          {t('appProcesses.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('appProcesses.newIn')}</Menu.Label>
        {applications.map(({ id, name }) => (
          <Menu.Item key={id} renderRoot={(root: object) => <Link {...root} to={designPaths.newAppProcess(id)} />}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
