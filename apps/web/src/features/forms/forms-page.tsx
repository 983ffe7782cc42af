import IconCopy from 'icon:copy'
import IconForms from 'icon:forms'
import IconPlus from 'icon:plus'
import { Button, Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { formList } from '@millrace/contract/lists/forms'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'

/** The forms of all applications. */
export function Page() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications))
  const known = applications.data ?? []
  const hasNone = applications.data?.length === 0
  return (
    <ListPage
      list={formList}
      help={t('forms.help')}
      call={api.forms.list}
      actions={known.length === 0 ? null : <NewFormMenu applications={known} />}
      failed={t('pageCatalogue.applicationForms')}
      empty={{
        icon: IconForms,
        title: t('forms.noneTitle'),
        text: t(hasNone ? 'forms.noApplications' : 'forms.noneText'),
      }}
      hrefOf={({ id, application }) => designPaths.form(application.id, id)}
      choices={{ application: known.map(({ id, name }) => ({ value: id, label: name })) }}
      bulk={[
        {
          label: t('record.copy'),
          icon: IconCopy,
          refuse: (rows) => (rows.some(({ isDisabled }) => isDisabled) ? t('forms.disabledNotCopied') : null),
          run: (rows) =>
            void navigate({
              to: designPaths.copyForms,
              search: { formIds: rows.map(({ id }) => id).join(',') } as never,
            }),
        },
      ]}
    />
  )
}

/** A form is made in an application, so that is asked first. */
function NewFormMenu({ applications }: { applications: readonly { id: string; name: string }[] }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="filled" leftSection={<IconPlus size={15} stroke={1.6} />}>
          {t('forms.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('forms.newIn')}</Menu.Label>
        {applications.map(({ id, name }) => (
          <Menu.Item key={id} renderRoot={(root: object) => <Link {...root} to={designPaths.newForm(id)} />}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
