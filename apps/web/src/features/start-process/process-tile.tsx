import IconFileText from 'icon:file-text'
import IconStar from 'icon:star'
import IconStarFilled from 'icon:star-filled'
import { ActionIcon } from '@mantine/core'
import type { StartableProcess } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/icon.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { Tile } from '../../components/tile/tile.tsx'
import { paths } from '../../config/paths.ts'
import { toSpan } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './process-tile.module.css'
import { useToggleFavourite } from './startable-processes.ts'

export function ProcessTile({ process }: { process: StartableProcess }) {
  const { t } = useTranslation()
  const toggleFavourite = useToggleFavourite()
  const { name, description, version, typicalSeconds, isFavourite, definitionId } = process
  const address = paths.startForm(definitionId)
  const Star = isFavourite ? IconStarFilled : IconStar
  return (
    <Tile
      icon={<Icon value={process.icon} size={16} fallback={<IconFileText size={16} stroke={1.6} aria-hidden />} />}
      title={name}
      to={address}
      corner={
        <ActionIcon
          size="sm"
          className={classes.star}
          data-on={isFavourite || undefined}
          aria-pressed={isFavourite}
          aria-label={t(isFavourite ? 'startProcess.removeFavourite' : 'startProcess.addFavourite', { name })}
          onClick={() => toggleFavourite.mutate(process)}
        >
          <Star size={16} stroke={1.6} />
        </ActionIcon>
      }
      text={description}
      facts={[
        t('common.versionShort', { version }),
        ...(typicalSeconds === null ? [] : [presentTypical(typicalSeconds, t)]),
      ]}
      actions={
        <>
          <LinkButton
            to={address}
            search={{ tab: 'diagram' }}
            size="xs"
            variant="subtle"
            aria-label={t('startProcess.previewNamed', { name })}
          >
            {t('startProcess.preview')}
          </LinkButton>
          <LinkButton to={address} size="xs" variant="filled" aria-label={t('startProcess.startNamed', { name })}>
            {t('startProcess.start')}
          </LinkButton>
        </>
      }
    />
  )
}

function presentTypical(seconds: number, t: Translate): string {
  const { unit, count } = toSpan(seconds * 1_000)
  if (unit === 'second') return t('time.aboutSeconds')
  if (unit === 'minute') return t('time.aboutMinutes', { count })
  return unit === 'hour' ? t('time.aboutHours', { count }) : t('time.aboutDays', { count })
}
