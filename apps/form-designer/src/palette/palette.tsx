import type { NodeType } from '@millrace/forms'
import { type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../web/src/components/search-input/search-input.tsx'
import { foldText } from '../../../web/src/lib/fold-text.ts'
import { nameType } from '../model/names.ts'
import { listPalette } from './list-palette.ts'
import classes from './palette.module.css'
import { PaletteTile } from './palette-tile.tsx'

/**
 * The palette of parts that a form can contain: a click or Enter adds a part after the selected one, dragging adds it
 * at a position.
 */
interface Props {
  readonly searchRef: RefObject<HTMLDivElement | null>
  readonly onName?: (() => void) | undefined
}

export function Palette({ searchRef, onName }: Props) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const words = foldText(search.trim())
  const groups = listPalette((type) => foldText(`${nameType(type)} ${type}`).includes(words))
  return (
    <div className={classes.palette}>
      <div ref={searchRef} className={classes.search}>
        <SearchInput
          size="xs"
          value={search}
          onChange={setSearch}
          label={t('designer.palette.search')}
          placeholder={t('designer.palette.search')}
        />
      </div>
      {groups.length === 0 ? <p className={classes.empty}>{t('designer.palette.nothing')}</p> : null}
      {groups.map(({ group, types }) => (
        <section key={group} aria-labelledby={`palette-${group}`} className={classes.group}>
          <h2 id={`palette-${group}`} className={classes.title}>
            {t(`designer.palette.groups.${group}`)}
          </h2>
          <ul className={classes.tiles}>
            {types.map((type: NodeType) => (
              <li key={type}>
                <PaletteTile type={type} onName={onName} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={classes.hint}>{t('designer.palette.hint')}</p>
    </div>
  )
}
