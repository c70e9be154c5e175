export default function DeliveriesPage() {
  return <h1>Deliveries</h1>;
}
