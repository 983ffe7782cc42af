import '../../lib/help-texts.ts'
import IconMapQuestion from 'icon:map-question'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'

/** The page for an address of a help page or chapter that does not exist. */
export function UnknownHelp({ name }: { name: string }) {
  const { t } = useTranslation(['translation', 'help'])
  return (
    <>
      <PageHeader title={t('shell.help')} />
      <PageBody>
        <EmptyState
          icon={IconMapQuestion}
          title={t('help:words.unknownTitle', { name })}
          text={t('help:words.unknownText')}
          actions={<LinkButton to={paths.helpContents}>{t('help:words.allPages')}</LinkButton>}
        />
      </PageBody>
    </>
  )
}
