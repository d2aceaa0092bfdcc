module tailgate.bench/services

go 1.21
