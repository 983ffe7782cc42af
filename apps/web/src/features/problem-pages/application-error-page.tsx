import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { paths } from '../../config/paths.ts'
import { takePreviousUrl } from '../../lib/session/return-url.ts'

/**
 * The page for a start at which the server could not be reached. It returns to the requested page when the server
 * answers again.
 */
export function Page() {
  const { t } = useTranslation()
  const router = useRouter()
  return (
    <BarePage title={t('problemPages.applicationErrorTitle')} text={t('problemPages.applicationErrorText')}>
      <Button
        size="lg"
        variant="filled"
        fullWidth
        mt={20}
        onClick={() => void router.navigate({ to: takePreviousUrl() ?? paths.home, replace: true })}
      >
        {t('problemPages.tryAgain')}
      </Button>
    </BarePage>
  )
}
