import IconFileText from 'icon:file-text'
import IconStar from 'icon:star'
import IconStarFilled from 'icon:star-filled'
import { ActionIcon } from '@mantine/core'
import type { StartableProcess } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon/icon.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { paths } from '../../config/paths.ts'
import { toSpan } from '../../lib/dates.ts'
import type { Translate } from '../../lib/i18n.ts'
import classes from './process-parts.module.css'
import { useToggleFavourite } from './startable-processes.ts'

/** The icon of a process, 16 pixels high. */
export function ProcessIcon({ value }: { value: string | null }) {
  return <Icon value={value} size={16} fallback={<IconFileText size={16} stroke={1.6} aria-hidden />} />
}

export function FavouriteStar({ process }: { process: StartableProcess }) {
  const { t } = useTranslation()
  const toggleFavourite = useToggleFavourite()
  const { name, isFavourite } = process
  const Star = isFavourite ? IconStarFilled : IconStar
  return (
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
  )
}

/** The buttons *Preview* and *Start* of a process. */
export function StartActions({ process: { definitionId, name } }: { process: StartableProcess }) {
  const { t } = useTranslation()
  const address = paths.startForm(definitionId)
  return (
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
  )
}

/** Returns the version of a process, and its typical duration if known. */
export function listFacts({ version, typicalSeconds }: StartableProcess, t: Translate): string[] {
  return [
    t('common.versionShort', { version }),
    ...(typicalSeconds === null ? [] : [presentTypical(typicalSeconds, t)]),
  ]
}

function presentTypical(seconds: number, t: Translate): string {
  const { unit, count } = toSpan(seconds * 1_000)
  if (unit === 'second') return t('time.aboutSeconds')
  if (unit === 'minute') return t('time.aboutMinutes', { count })
  return unit === 'hour' ? t('time.aboutHours', { count }) : t('time.aboutDays', { count })
}
