import {
  AddressList,
  AddressListQuery,
  CreateAddressList,
  UpdateAddressList,
} from '../../lib/address-book/address-list-schema.ts';
import type { Route } from '../../lib/platform/http/route.ts';
import { ById, Nothing } from '../../lib/platform/http/route-parts.ts';
import { pageOfSchema } from '../../lib/values/fields.ts';

const tag = 'Address lists';

export const routes = {
  createAddressList: {
    method: 'POST',
    path: '/api/address-lists',
    handler: 'address-lists/create-address-list',
    scope: 'write',
    tag,
    summary: 'Create an address list',
    description: 'A list has the addresses of its source, which is fetched each day, and entries of the address book.',
    body: CreateAddressList,
    responses: { 201: AddressList },
    errors: ['conflict'],
    creates: true,
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], outbound: true, invokes: ['run-jobs'] },
  },
  listAddressLists: {
    method: 'GET',
    path: '/api/address-lists',
    handler: 'address-lists/list-address-lists',
    scope: 'read',
    tag,
    summary: 'List the address lists',
    query: AddressListQuery,
    responses: { 200: pageOfSchema(AddressList) },
    costs: 'reads',
    access: { table: ['Query'] },
  },
  getAddressList: {
    method: 'GET',
    path: '/api/address-lists/{id}',
    handler: 'address-lists/get-address-list',
    scope: 'read',
    tag,
    summary: 'Get an address list',
    params: ById,
    responses: { 200: AddressList },
    errors: ['not_found'],
    access: { table: ['GetItem'] },
  },
  updateAddressList: {
    method: 'PATCH',
    path: '/api/address-lists/{id}',
    handler: 'address-lists/update-address-list',
    scope: 'write',
    tag,
    summary: 'Change an address list',
    description:
      'Another source replaces the addresses of the source before, unless it has far fewer. To write the same source ' +
      'again accepts the shorter source that the last run refused.',
    params: ById,
    body: UpdateAddressList,
    responses: { 200: AddressList },
    errors: ['not_found'],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], outbound: true, invokes: ['run-jobs'] },
  },
  deleteAddressList: {
    method: 'DELETE',
    path: '/api/address-lists/{id}',
    handler: 'address-lists/delete-address-list',
    scope: 'write',
    tag,
    summary: 'Delete an address list',
    description: 'Refused while an active rule or an entry of the address book names the list.',
    params: ById,
    responses: { 204: null },
    errors: ['not_found', 'conflict'],
    access: {
      table: ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      invokes: ['run-jobs'],
    },
  },
  refreshAddressList: {
    method: 'POST',
    path: '/api/address-lists/{id}/refresh',
    handler: 'address-lists/refresh-address-list',
    scope: 'write',
    tag,
    summary: 'Refresh an address list',
    description: 'Fetches the source now. `lastRun` says later what came of it.',
    params: ById,
    body: Nothing,
    responses: { 202: AddressList },
    errors: ['not_found', 'conflict'],
    access: { table: ['GetItem', 'PutItem', 'UpdateItem'], invokes: ['run-jobs'] },
  },
} as const satisfies Record<string, Route>;
