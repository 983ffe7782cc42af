import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SearchInput } from '../../../components/search-input/search-input.tsx'
import { useSession } from '../editor/use-session.ts'
import { findItems } from './find-items.ts'
import { listItems, type PaletteGroup, type PaletteItem, usualItems } from './items.ts'
import classes from './palette.module.css'
import { carryItem, placeItem, pressItem } from './place-item.ts'

/** The palette of elements. Each can be dragged or pressed: see `pressItem` and `placeItem`. */
export function Palette() {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const words = search.trim().toLocaleLowerCase()
  const session = useSession()
  const all = listItems(session.dialect)
  const found =
    words === ''
      ? all.filter(({ key }) => usualItems.has(key))
      : findItems(all, words, (key) => t(`modeller.palette.items.${key}`))
  const groups = [...new Set(found.map(({ group }) => group))]
  return (
    <section className={classes.palette} aria-label={t('modeller.palette.label')}>
      <SearchInput label={t('modeller.palette.search')} value={search} onChange={setSearch} />
      {groups.map((group) => (
        <Group key={group} group={group} items={found.filter((item) => item.group === group)} />
      ))}
      {words === '' ? (
        <p className={classes.hint}>{t('modeller.palette.more', { count: all.length - found.length })}</p>
      ) : null}
      <p className={classes.hint}>{t(found.length === 0 ? 'modeller.palette.none' : 'modeller.palette.hint')}</p>
    </section>
  )
}

function Group({ group, items }: { group: PaletteGroup; items: readonly PaletteItem[] }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <>
      <h2 className={classes.title}>{t(`modeller.palette.groups.${group}`)}</h2>
      <div className={classes.tiles}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            className={classes.tile}
            draggable
            onDragStart={(event) => {
              event.preventDefault()
              carryItem(session, item, event.nativeEvent)
            }}
            // Keys and screen readers press without a place.
            onClick={(event) =>
              event.detail === 0 ? placeItem(session, item) : pressItem(session, item, event.nativeEvent)
            }
          >
            <span className={item.icon} aria-hidden />
            {t(`modeller.palette.items.${item.key}`)}
          </button>
        ))}
      </div>
    </>
  )
}
