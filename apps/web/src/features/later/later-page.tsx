import '../../lib/help-texts.ts'
import '../../lib/page-texts.ts'
import IconHourglassEmpty from 'icon:hourglass-empty'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader, useCurrentPage } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'

/** What an entry of the route table shows that has no page yet: what will be there, and the way to its help. */
export function Page() {
  const { t } = useTranslation(['translation', 'help'])
  const page = useCurrentPage()
  const { taskId, external } = useParams({ strict: false }) as { taskId?: string; external?: string }
  if (page === null) return null
  const isSecureTask = external === 'secure' && taskId !== undefined
  return (
    <>
      <PageHeader help={t(`help:${page.help}.line`)} />
      <PageBody>
        <EmptyState
          icon={IconHourglassEmpty}
          title={t('help:words.laterTitle')}
          text={t(`help:${page.help}.about`)}
          actions={
            <>
              {isSecureTask ? (
                <LinkButton variant="filled" to={paths.task('assigned', taskId)}>
                  {t('help:words.openTask')}
                </LinkButton>
              ) : null}
              {page.frame === 'standalone' ? null : (
                <LinkButton to={paths.help(page.help)}>{t('help:words.readHelp')}</LinkButton>
              )}
            </>
          }
        />
      </PageBody>
    </>
  )
}
