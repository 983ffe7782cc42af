import IconApps from 'icon:apps'
import IconPlus from 'icon:plus'
import { api } from '@millrace/contract'
import { applicationList } from '@millrace/contract/lists/applications'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { SamplesButton } from './samples-button.tsx'

/** The applications of the workplace. */
export function Page() {
  const { t } = useTranslation()
  const mayCreate = useMay('applications.design', null)
  const categories = useQuery(callQuery(api.categories.list)).data ?? []
  return (
    <ListPage
      list={applicationList}
      help={t('applications.help')}
      call={api.applications.list}
      actions={
        mayCreate ? (
          <>
            <SamplesButton />
            <LinkButton to={designPaths.importFiles()} size="xs">
              {t('imports.start')}
            </LinkButton>
            <LinkButton
              to={designPaths.newApplication}
              size="xs"
              variant="filled"
              leftSection={<IconPlus size={15} stroke={1.6} />}
            >
              {t('applications.add')}
            </LinkButton>
          </>
        ) : null
      }
      failed={t('applications.failed')}
      empty={{ icon: IconApps, title: t('applications.noneTitle'), text: t('applications.noneText') }}
      hrefOf={({ id }) => designPaths.application(id)}
      choices={{ category: categories.map(({ name }) => ({ value: name, label: name })) }}
    />
  )
}
