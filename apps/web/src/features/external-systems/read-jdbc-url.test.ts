import { expect, it } from 'vitest'
import { readJdbcUrl } from './read-jdbc-url.ts'

it.each([
  [
    'jdbc:postgresql://db.example.org/shop',
    { vendor: 'postgresql', host: 'db.example.org', port: 5432, database: 'shop' },
  ],
  [
    'jdbc:mariadb://10.0.0.1:3307/shop?user=jo&password=x',
    { vendor: 'mysql', host: '10.0.0.1', port: 3307, database: 'shop', username: 'jo' },
  ],
  [
    'jdbc:sqlserver://db.example.org;databaseName=shop;encrypt=true;user=jo;password=x',
    { vendor: 'sqlserver', host: 'db.example.org', port: 1433, database: 'shop', username: 'jo' },
  ],
  ['jdbc:sqlserver://[::1]:99;database=shop', { vendor: 'sqlserver', host: '::1', port: 99, database: 'shop' }],
  ['jdbc:sqlite:/srv/data/shop.db', { vendor: 'sqlite', host: '', port: 0, database: '/srv/data/shop.db' }],
  [
    'jdbc:oracle:thin:@//db.example.org:1522/ORCLPDB1',
    { vendor: 'oracle', host: 'db.example.org', port: 1522, database: 'ORCLPDB1' },
  ],
  [
    'jdbc:oracle:thin:jo/x@db.example.org/sales.example.org',
    { vendor: 'oracle', host: 'db.example.org', port: 1521, database: 'sales.example.org', username: 'jo' },
  ],
  [
    'jdbc:oracle:thin:@tcps://[::1]:2484/shop?ssl_server_dn_match=true',
    { vendor: 'oracle', host: '::1', port: 2484, database: 'shop', tls: 'verified' },
  ],
  ['JDBC:mysql://[::1]/a%20b', { vendor: 'mysql', host: '::1', port: 3306, database: 'a b' }],
])('%s is read', (url, place) => {
  expect(readJdbcUrl(url)).toEqual(place)
})

it.each([
  '',
  'jdbc:',
  'postgres://a/b',
  'jdbc:oracle:thin:@h:1521:ORCL',
  'jdbc:oracle:thin:@h',
  'jdbc:oracle:oci:@h/x',
  'jdbc:oracle:thin:@//h/x)(y',
  'jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h)))',
  'jdbc:sqlserver://h',
  'jdbc:sqlserver:h;databaseName=x',
  'jdbc:sqlite:shop.db',
  'jdbc:mysql:///x',
  'jdbc:mysql://h',
  'jdbc:mysql://h/a/b',
])('%j is none', (url) => {
  expect(readJdbcUrl(url)).toBeNull()
})
