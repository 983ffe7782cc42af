import IconPalette from 'icon:palette'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'

/** The empty state of the theme dialog: no theme is selected, or only the built-in theme exists. */
export function NoThemePicked({ isFirst, onAdd }: { isFirst: boolean; onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconPalette}
      headingLevel={3}
      title={t(isFirst ? 'themes.none' : 'themes.pickTitle')}
      text={t(isFirst ? 'themes.noneText' : 'themes.pickText')}
      actions={
        <Button variant="filled" onClick={onAdd}>
          {t('themes.addNew')}
        </Button>
      }
    />
  )
}
