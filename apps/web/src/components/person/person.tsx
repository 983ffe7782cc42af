import type { Person as PersonData } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './person.module.css'

/** The initials of a user with the name beside it; `Unassigned` for nobody. */
export function Person({ person }: { person: PersonData | null }) {
  const { t } = useTranslation()
  if (person === null) return <span className={classes.nobody}>{t('common.unassigned')}</span>
  return (
    <span className={classes.person}>
      <Avatar name={person.displayName} />
      <span className={classes.name}>{person.displayName}</span>
    </span>
  )
}

/** The initials of a user. Decorative: the name is always beside it. */
export function Avatar({ name, size = 20 }: { name: string; size?: 20 | 24 | 26 }) {
  return (
    <span
      className={classes.avatar}
      data-tone={getTone(name)}
      data-initials={getInitials(name)}
      style={{ width: size, height: size }}
      aria-hidden
    />
  )
}

const tones = ['blue', 'green', 'amber', 'violet', 'grey'] as const

/** Returns the colour of an avatar: the same for a name on every page and in every session. */
function getTone(name: string): (typeof tones)[number] {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0
  return tones[hash % tones.length] ?? 'grey'
}

/** First letters of the first and the last word, dots and hyphens counting as spaces: `ines.duarte` gives ID. */
function getInitials(name: string): string {
  const words = name.split(/[\s._-]+/).filter((word) => word !== '')
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
