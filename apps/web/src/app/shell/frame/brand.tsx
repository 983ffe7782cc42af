import { Link } from '../../../components/link/link.tsx'
import { Logo } from '../../../components/logo/logo.tsx'
import { paths } from '../../../config/paths.ts'
import { useProductName } from '../../../lib/product.ts'
import classes from './brand.module.css'

/** Logo and product name, with a link to Home. */
export function Brand({ logoOnly = false }: { logoOnly?: boolean }) {
  const product = useProductName()
  return (
    <Link to={paths.home} className={classes.brand} aria-label={logoOnly ? product : undefined}>
      <Logo size={24} />
      {logoOnly ? null : <span className={classes.name}>{product}</span>}
    </Link>
  )
}

/** The brand without a link, for users who have no home page. */
export function PlainBrand() {
  return (
    <span className={classes.brand}>
      <Logo size={24} />
      <span className={classes.name}>{useProductName()}</span>
    </span>
  )
}
