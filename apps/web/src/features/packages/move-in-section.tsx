import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { Section } from '../../components/section/section.tsx'
import { paths } from '../../config/paths.ts'

/** The way to the page that moves another engine in. */
export function MoveInSection() {
  const { t } = useTranslation()
  return (
    <Section title={t('pages.moveIn')} hint={t('moveIn.openHint')}>
      <div>
        <LinkButton to={paths.moveIn} size="xs">
          {t('moveIn.open')}
        </LinkButton>
      </div>
    </Section>
  )
}
