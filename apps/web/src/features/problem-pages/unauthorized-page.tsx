import { useTranslation } from 'react-i18next'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'

export function Page() {
  const { t } = useTranslation()
  return (
    <BarePage title={t('problemPages.unauthorizedTitle')} text={t('problemPages.unauthorizedText')}>
      <LinkButton to={paths.logout} search={{ from: 'unauthorizedError' }} size="lg" variant="filled" fullWidth mt={20}>
        {t('problemPages.logout')}
      </LinkButton>
    </BarePage>
  )
}
