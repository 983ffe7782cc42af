import IconPalette from 'icon:palette'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { themeDataQuery, userThemesQuery } from '../../lib/theme/theme-queries.ts'
import { SiteThemeForm } from './site-theme-form.tsx'
import { ThemeDialog } from './theme-dialog.tsx'
import classes from './themes.module.css'

/** The page for the appearance of the workplace, with the dialog for its themes. */
export function Page() {
  const { t } = useTranslation()
  const data = useQuery(themeDataQuery)
  const themes = useQuery(userThemesQuery)
  const [isManaging, setIsManaging] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsManaging(false)
    opener.current?.focus()
  }
  return (
    <div className={classes.root}>
      <div className={classes.page} inert={isManaging}>
        <PageHeader
          help={t('themes.help')}
          actions={
            <Button
              ref={opener}
              size="xs"
              leftSection={<IconPalette size={15} stroke={1.6} />}
              onClick={() => setIsManaging(true)}
              disabled={data.data === undefined}
            >
              {t('themes.manage')}
            </Button>
          }
        />
        {themes.isError ? (
          <div className={classes.message}>
            <ErrorBanner title={t('catalogue.userThemes')} error={themes.error} onRetry={() => void themes.refetch()} />
          </div>
        ) : null}
        {data.isError ? (
          <div className={classes.message}>
            <ErrorBanner title={t('pageCatalogue.settings')} error={data.error} onRetry={() => void data.refetch()} />
          </div>
        ) : null}
        {data.data !== undefined ? (
          <SiteThemeForm data={data.data} themes={themes.data ?? []} />
        ) : data.isError ? null : (
          <PageBody>
            <SkeletonRows count={5} height={56} />
          </PageBody>
        )}
      </div>
      {isManaging && data.data ? <ThemeDialog data={data.data} themes={themes.data ?? []} onClose={close} /> : null}
    </div>
  )
}
