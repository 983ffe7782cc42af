import '../../lib/sign-in-texts.ts'
import { useTranslation } from 'react-i18next'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { useEndedSession } from './use-ended-session.ts'

/** The page after a session that ended because of inactivity. */
export function Page() {
  const { t } = useTranslation()
  useEndedSession()
  return (
    <BarePage title={t('session.endedTitle')} text={t('session.endedText')}>
      <LinkButton to={paths.login} size="lg" variant="filled" fullWidth mt={20}>
        {t('session.signInAgain')}
      </LinkButton>
    </BarePage>
  )
}
