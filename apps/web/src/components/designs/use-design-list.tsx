import IconCopy from 'icon:copy'
import IconPlus from 'icon:plus'
import { Button, Menu } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { callQuery } from '../../lib/api/call-query.ts'
import type { DrawnIcon } from '../icon/drawn.tsx'
import { Link } from '../link/link.tsx'
import type { DesignTexts } from './design-kind.ts'

interface Options {
  readonly texts: DesignTexts
  readonly icon: DrawnIcon
  readonly newPath: (applicationId: string) => string
  readonly pathOf: (applicationId: string, id: string) => string
  readonly copyPath: string
  /** The parameter that passes the ids to the page of copies. */
  readonly copyIds: string
}

interface Row {
  readonly id: string
  readonly application: { readonly id: string }
}

/** Returns the parts that lists of all designs in applications share. */
export function useDesignList({ texts, icon, newPath, pathOf, copyPath, copyIds }: Options) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const applications = useQuery(callQuery(api.forms.allApplications)).data
  const known = applications ?? []
  return {
    help: t(`${texts}.help`),
    actions: known.length === 0 ? null : <NewMenu texts={texts} newPath={newPath} applications={known} />,
    empty: {
      icon,
      title: t(`${texts}.noneTitle`),
      text: t(applications?.length === 0 ? `${texts}.noApplications` : `${texts}.noneText`),
    },
    hrefOf: ({ id, application }: Row) => pathOf(application.id, id),
    choices: { application: known.map(({ id, name }) => ({ value: id, label: name })) },
    copy: {
      label: t('record.copy'),
      icon: IconCopy,
      run: (rows: readonly Row[]) =>
        void navigate({ to: copyPath, search: { [copyIds]: rows.map(({ id }) => id).join(',') } as never }),
    },
  }
}

interface MenuProps extends Pick<Options, 'texts' | 'newPath'> {
  readonly applications: readonly { readonly id: string; readonly name: string }[]
}

/** A menu of the applications in which a new design can be created. */
function NewMenu({ texts, newPath, applications }: MenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="filled" leftSection={<IconPlus size={15} stroke={1.6} />}>
          {t(`${texts}.add`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('designs.newIn')}</Menu.Label>
        {applications.map(({ id, name }) => (
          <Menu.Item key={id} renderRoot={(root: object) => <Link {...root} to={newPath(id)} />}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
