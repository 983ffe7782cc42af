import { NativeSelect, Pagination } from '@mantine/core'
import { listLimits } from '@millrace/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { pageSizes } from '../../lib/use-list-state.ts'
import classes from './pager.module.css'

interface Props {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly isTotalCapped: boolean
  readonly onPageChange: (page: number) => void
  readonly onSizeChange: (size: number) => void
}

/** Which rows are shown, how many at once, and the way to the others. */
export function Pager({ page, size, total, isTotalCapped, onPageChange, onSizeChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const pages = Math.max(1, Math.ceil(total / size))
  const range = { from: (page - 1) * size + 1, to: Math.min(total, page * size), total: total.toLocaleString('en') }
  return (
    <div className={classes.pager}>
      <span
        className="tn"
        role="status"
        title={isTotalCapped ? t('common.cappedHint', { total: listLimits.total }) : undefined}
      >
        {total === 0 ? t('common.noRows') : t(isTotalCapped ? 'common.rangeCapped' : 'common.range', range)}
      </span>
      <div className={classes.controls}>
        <label className={classes.label} htmlFor={id}>
          {t('common.rowsPerPage')}
        </label>
        <NativeSelect
          id={id}
          size="xs"
          className={classes.size}
          value={String(size)}
          data={pageSizes.map(String)}
          onChange={(event) => onSizeChange(Number(event.currentTarget.value))}
        />
        {pages > 1 ? (
          <Pagination
            size="sm"
            total={pages}
            value={Math.min(page, pages)}
            onChange={onPageChange}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? t('common.previousPage') : t('common.nextPage'),
            })}
            getItemProps={(number) => ({ 'aria-label': t('common.goToPage', { page: number }) })}
          />
        ) : null}
      </div>
    </div>
  )
}
