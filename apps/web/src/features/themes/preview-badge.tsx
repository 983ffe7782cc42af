import IconEye from 'icon:eye'
import { ActionIcon, Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Hint } from '../../components/hint/hint.tsx'
import { endPreview, usePreview } from '../../lib/theme/preview-store.ts'
import classes from './preview-badge.module.css'

/** The badge in the navigation bar while a theme is previewed. `compact` only shows the icon. */
export default function PreviewBadge({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation()
  const preview = usePreview()
  if (preview === null) return null
  const label = t('themes.exitPreview')
  return (
    <Hint label={t('themes.previewing', { name: preview.name })}>
      {compact ? (
        <ActionIcon className={classes.badge} aria-label={label} onClick={endPreview}>
          <IconEye size={17} stroke={1.6} />
        </ActionIcon>
      ) : (
        <Button
          size="xs"
          className={classes.badge}
          leftSection={<IconEye size={15} stroke={1.6} aria-hidden />}
          onClick={endPreview}
        >
          {label}
        </Button>
      )}
    </Hint>
  )
}
