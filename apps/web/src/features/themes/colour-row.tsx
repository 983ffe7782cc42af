import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconArrowBackUp from 'icon:arrow-back-up'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import { ActionIcon, TextInput, Tooltip } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readColour } from '../../lib/theme/read-theme.ts'
import type { Legibility } from '../../lib/theme/theme-colours.ts'
import classes from './colour-row.module.css'

interface Props {
  readonly label: string
  /** The message when the contrast is too low. */
  readonly fault: string
  readonly colour: string
  /** Given by the theme; else it is computed. */
  readonly isOwn: boolean
  readonly legibility: Legibility
  readonly onChange: (colour: string | undefined) => void
}

/** Edits one colour: picked or typed, with its contrast, and a suggestion if the contrast is too low. */
export function ColourRow({ label, fault, colour, isOwn, legibility, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const isBad = typed !== null && readColour(normalize(typed)) === null
  const type = (text: string) => {
    setTyped(text)
    const read = readColour(normalize(text))
    if (read !== null) onChange(read)
  }
  const { better, isEnough, ratio } = legibility
  const choose = (next: string | undefined) => {
    setTyped(null)
    onChange(next)
  }
  return (
    <div className={classes.row}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <TextInput
        id={id}
        className={classes.input}
        spellCheck={false}
        maxLength={7}
        value={typed ?? colour.toUpperCase()}
        error={isBad ? t('themes.badColour') : undefined}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => (isBad ? undefined : setTyped(null))}
        leftSection={
          <input
            type="color"
            className={classes.picker}
            aria-label={t('themes.pickColour', { name: label })}
            value={colour}
            onChange={(event) => choose(readColour(event.currentTarget.value) ?? undefined)}
          />
        }
      />
      <span className={classes.ratio} data-enough={isEnough}>
        {isEnough ? <IconCircleCheckFilled size={14} aria-hidden /> : <IconAlertTriangleFilled size={14} aria-hidden />}
        <span className="tn">{t('themes.ratio', { ratio: round(ratio) })}</span>
      </span>
      <span className={classes.reset}>
        {isOwn ? (
          <Tooltip label={t('themes.resetColour', { name: label })}>
            <ActionIcon
              size="sm"
              aria-label={t('themes.resetColour', { name: label })}
              onClick={() => choose(undefined)}
            >
              <IconArrowBackUp size={15} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ) : null}
      </span>
      {better === null ? null : (
        <p className={classes.fault} role="status">
          {fault}{' '}
          <button type="button" className={classes.better} onClick={() => choose(better.colour)}>
            {t('themes.useBetter', { colour: better.colour.toUpperCase(), ratio: round(better.ratio) })}
          </button>
        </p>
      )}
    </div>
  )
}

function normalize(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('#') ? trimmed : `#${trimmed}`
}

/** Downwards: what is under a limit does not read as being on it. */
function round(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}
