import IconPlus from 'icon:plus'
import IconVariable from 'icon:variable'
import { api } from '@millrace/contract'
import { globalPropertyList } from '@millrace/contract/lists/global-properties'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'

/** The list of global properties. */
export function GlobalProperties() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={globalPropertyList}
      help={t('globalProperties.help')}
      call={api.globalProperties.list}
      actions={
        <LinkButton
          to={designPaths.newGlobalProperty}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('globalProperties.add')}
        </LinkButton>
      }
      failed={t('globalProperties.failed')}
      empty={{ icon: IconVariable, title: t('globalProperties.noneTitle'), text: t('globalProperties.noneText') }}
      hrefOf={({ id }) => designPaths.globalProperty(id)}
      cells={{
        type: ({ type }) => t(`globalProperties.${type}`),
        value: ({ value }) => value ?? t('globalProperties.hidden'),
      }}
    />
  )
}
